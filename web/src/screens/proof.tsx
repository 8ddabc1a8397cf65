/* The dice, proven in this browser: a card that says so, and a page that shows every roll. */
import { useContext, useEffect, useState } from "preact/hooks";
import { closeOverlay, shared } from "../app";
import { Icon } from "../draw";
import { Engine, splitRecord } from "../engine";
import { Main, Over, Top } from "../frame";
import { useGame } from "../games";
import { t } from "../i18n";
import { codeOf, fetchRecord, mine as mineOf } from "../net";
import type { Held, Kept, Proof } from "../proof";
import { hold, prove, readFair, verdictOf } from "../proof";
import { Trouble } from "./trouble";

/* What is kept here under the id. All tables of a day have one id for their dice, which who only looks does not
 * know. */
function keptOf(table: string, proof: Proof): Kept {
  const { commitment, nonces, game, day } = mineOf(table) ?? {};
  const id = day
    ? `daily-${game}-${day}`
    : isDaily(proof) && !commitment
      ? proof.fair!.table
      : table;
  return { table: id, commitment, nonces };
}
const dailyToo = (found: string) => found === "open" || found === "unproven";
const isDaily = (proof: Proof) => !!proof.fair?.table.startsWith("daily-");

function useProof(record: string): Proof | null {
  const [proof, setProof] = useState<Proof | null>(null);
  useEffect(() => {
    let shown = true;
    setProof(null);
    const cannot = (): Proof => ({
      verdict: "unchecked",
      fair: readFair(record),
      commitmentGood: false,
      botsGood: false,
      rolls: [],
    });
    if (record)
      void prove(new Engine(shared().module), record)
        .catch(cannot)
        .then((found) => shown && setProof(found));
    return () => {
      shown = false;
    };
  }, [record]);
  return proof;
}

/* `table` is the id that the link had; a record alone is held against what is kept of the table that it names. */
export function ProofCard({ record, table }: { record: string; table?: string }) {
  const proof = useProof(record);
  const [open, setOpen] = useState(false);
  if (!proof || proof.verdict === "none") return null;
  const found = verdictOf(proof, hold(proof, keptOf(table ?? proof.fair!.table, proof)));
  return (
    <section class={`card proofc ${found}`} data-verdict={found}>
      <Icon
        name={
          found === "proven"
            ? "shield"
            : found === "open" || found === "unchecked" || found === "unproven"
              ? "clock"
              : "cross"
        }
        cls="shd"
      />
      <div>
        <h2>{t(`proof.${found}`)}</h2>
        <small>
          {t(`proof.${found}${dailyToo(found) && isDaily(proof) ? "Daily" : "Sub"}`, {
            n: proof.rolls.length,
          })}{" "}
          <code>{short(proof.fair!.commitment)}</code>
        </small>
      </div>
      {table ? (
        <a class="b line sm" href={`#/fair/${table}`}>
          {t("proof.show")}
        </a>
      ) : (
        proof.rolls.length > 0 && (
          <button
            type="button"
            class="b line sm"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {t("proof.show")}
          </button>
        )
      )}
      {open && <Rolls proof={proof} record={record} />}
    </section>
  );
}

const short = (hash: string) => `${hash.slice(0, 4)}…${hash.slice(-4)}`;

function Rolls({ proof, record }: { proof: Proof; record: string }) {
  const { ui } = useGame(splitRecord(record).header.game);
  const say = (line: string) => ui?.diceWords?.(line.slice(2), t) ?? line.slice(2);
  return (
    <div class="rolls" tabIndex={0} role="region" aria-label={t("proof.rolls")}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("proof.roll")}</th>
            <th scope="col">{t("proof.said")}</th>
            <th scope="col">{t("proof.check")}</th>
          </tr>
        </thead>
        <tbody>
          {proof.rolls.map(({ k, said, due, good }) => (
            <tr key={k} class={good ? "" : "bad"}>
              <th scope="row">{k + 1}</th>
              <td>{say(said)}</td>
              <td>
                {good ? (
                  <>
                    <Icon name="check" />
                    {t("proof.same")}
                  </>
                ) : (
                  <>
                    <Icon name="cross" />
                    {t("proof.due", { dice: say(due) })}
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function ProofScreen({ table }: { table: string }) {
  const over = useContext(Over);
  const [record, setRecord] = useState("");
  const [trouble, setTrouble] = useState("");
  const [tries, setTries] = useState(0);
  useEffect(() => {
    setTrouble("");
    fetchRecord(table).then(setRecord, (why) => setTrouble(codeOf(why)));
  }, [table, tries]);
  const proof = useProof(record);
  if (trouble) return <Trouble code={trouble} given={table} onRetry={() => setTries(tries + 1)} />;
  const held = proof && hold(proof, keptOf(table, proof));
  const found = held && verdictOf(proof, held);
  return (
    <>
      <Top title={t("proof.title")} />
      <Main cls="narrow proofp">
        <h1>{proof ? t(`proof.${found}`) : t("proof.title")}</h1>
        {!proof ? (
          <p role="status">{t("loading")}</p>
        ) : (
          <>
            <section class={`card form ${found}`} data-verdict={found}>
              <p>{t("proof.how")}</p>
              {found === "unproven" && (
                <p>
                  {t(isDaily(proof) ? "proof.unprovenDaily" : "proof.unprovenSub", {
                    n: proof.rolls.length,
                  })}
                </p>
              )}
              <Checks proof={proof} held={held!} />
            </section>
            {proof.rolls.length > 0 && (
              <section class="card">
                <h2>{t("proof.rolls")}</h2>
                <Rolls proof={proof} record={record} />
              </section>
            )}
            <details class="card">
              <summary>
                <Icon name="chev" />
                {t("proof.numbers")}
              </summary>
              <dl class="proofnums">
                <dt>{t("proof.commitment")}</dt>
                <dd>
                  <code class="long">{proof.fair?.commitment}</code>
                </dd>
                <dt>{t("proof.secret")}</dt>
                <dd>
                  <code class="long">{proof.fair?.secret || "–"}</code>
                </dd>
                <dt>{t("proof.tableId")}</dt>
                <dd>
                  <code class="long">{proof.fair?.table}</code>
                </dd>
                {proof.fair?.nonces.map((nonce, seat) => (
                  <>
                    <dt>{t("proof.nonce", { n: seat + 1 })}</dt>
                    <dd>
                      <code class="long">{nonce}</code>
                    </dd>
                  </>
                ))}
              </dl>
            </details>
            {over ? (
              <button type="button" class="b line" onClick={closeOverlay}>
                {t("over.back")}
              </button>
            ) : (
              <a class="b line" href={`#/t/${table}`}>
                <Icon name="undo" />
                {t("proof.back")}
              </a>
            )}
          </>
        )}
      </Main>
    </>
  );
}

function Checks({ proof, held }: { proof: Proof; held: Held }) {
  const bad = proof.rolls.filter((each) => !each.good).length;
  const rows: [boolean | undefined, string][] = [
    [proof.fair?.secret ? proof.commitmentGood : undefined, "proof.checkSecret"],
    [proof.rolls.length ? bad === 0 : undefined, "proof.checkRolls"],
    ...(proof.first ? [[proof.first.good, "proof.checkFirst"] as [boolean, string]] : []),
    [held.table, "proof.checkTable"],
    [held.commitment, "proof.checkSeen"],
    [held.nonces, "proof.checkNonce"],
    ...(proof.botsGood ? [] : [[false, "proof.checkBots"] as [boolean, string]]),
  ];
  return (
    <ul class="checks">
      {rows.map(([good, key]) => (
        <li key={key} class={good === undefined ? "na" : good ? "good" : "bad"}>
          <Icon name={good === undefined ? "clock" : good ? "check" : "cross"} />
          <span>
            {t(key, { n: proof.rolls.length })}{" "}
            <b>{t(good === undefined ? "proof.na" : good ? "proof.ok" : "proof.wrong")}</b>
          </span>
        </li>
      ))}
    </ul>
  );
}

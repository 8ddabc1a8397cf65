/* Parts that are seldom needed are loaded when somebody comes to them. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "./draw";
import { Main, Top } from "./frame";
import { t } from "./i18n";

/* What stands for a part until it is here. One that does not come may have gone with a newer version of the page. */
function Wait({ failed }: { failed: boolean }) {
  return (
    <>
      <p role="status">{t(failed ? "unreachable" : "loading")}</p>
      {failed && (
        <button type="button" class="b line" onClick={() => location.reload()}>
          <Icon name="reroll" />
          {t("reload")}
        </button>
      )}
    </>
  );
}

/* The same for a whole screen. */
export function Coming({ failed }: { failed: boolean }) {
  return (
    <>
      <Top />
      <Main cls="narrow">
        <Wait failed={failed} />
      </Main>
    </>
  );
}

export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Until: ComponentType<{ failed: boolean }> = Wait,
): ComponentType<P> {
  let here: ComponentType<P> | null = null; /* shown at once from the second time on */
  return function Lazy(props: P) {
    const [Part, setPart] = useState(() => here);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (Part) return;
      load().then(
        (part) => setPart(() => (here = part)),
        () => setFailed(true),
      );
    }, []);
    return Part ? <Part {...props} /> : <Until failed={failed} />;
  };
}

// A machine whose power fails: of each file of the store, what was synced is kept, and of what was written since, any part.
// tests/server/power.c says what was synced.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Server } from "../integration/table.mjs";

const SECTOR = 512;
const PAGE = 4096;
const read = (path) => (existsSync(path) ? readFileSync(path) : Buffer.alloc(0));

export class Mains extends Server {
  cuts = { lost: 0, kept: 0, names: 0 }; // bytes that were lost or kept though nothing was said of them; files that lost their name

  constructor(chance) {
    super();
    this.chance = chance;
  }

  prepare() {
    super.prepare();
    this.shadow = join(this.folder, "shadow");
    mkdirSync(this.shadow);
    this.env = { LD_PRELOAD: process.env.SERVER_POWER, POWER_SHADOW: this.shadow, POWER_STORE: this.store };
  }

  async kill() {
    await super.kill();
    for (const end of ["", "-wal"]) this.#cut(this.store + end);
    const how = this.chance();
    if (how < 0.5) rmSync(`${this.store}-shm`, { force: true });
    else if (existsSync(`${this.store}-shm`)) writeFileSync(`${this.store}-shm`, Buffer.alloc(32768)); // never synced
  }

  #cut(path) {
    const copy = join(this.shadow, basename(path));
    const named = existsSync(`${copy}.named`);
    if (!existsSync(path)) return;
    if (!named && this.chance() < 0.5) {
      this.cuts.names++;
      for (const gone of [path, copy]) rmSync(gone, { force: true });
      return;
    }
    const left = this.#mix(read(copy), readFileSync(path));
    for (const file of [path, copy]) writeFileSync(file, left); // from now on it is on the disk
    writeFileSync(`${copy}.named`, "");
  }

  // What is on the disk: of what differs, nothing, everything, or any pages or sectors.
  #mix(synced, written) {
    const how = this.chance();
    const share = how < 0.3 ? 0 : how < 0.4 ? 1 : this.chance();
    const step = this.chance() < 0.5 ? PAGE : SECTOR;
    const longest = Math.max(synced.length, written.length);
    const all = Buffer.alloc(longest);
    synced.copy(all);
    let length = this.chance() < share ? written.length : synced.length;
    for (let at = 0; at < written.length; at += step) {
      const now = written.subarray(at, at + step);
      const then = Buffer.alloc(now.length);
      synced.subarray(at, at + now.length).copy(then);
      if (then.equals(now) && at + now.length <= synced.length) continue;
      if (this.chance() < share) {
        now.copy(all, at);
        length = Math.max(length, at + now.length);
        this.cuts.kept += now.length;
      } else this.cuts.lost += now.length;
    }
    return all.subarray(0, length);
  }
}

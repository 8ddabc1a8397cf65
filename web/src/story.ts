/* A record, looked at from outside. */
import type { Engine } from "./engine";
import { SPECTATOR, splitRecord } from "./engine";

export interface Moment {
  event: string /* "" before the first */;
  totals: number[];
  roll: boolean /* a roll is due here */;
}

/* Totals after every event; the engine ends up holding the whole game. */
export function story(engine: Engine, record: string): Moment[] {
  const { head, events, header } = splitRecord(record);
  const moment = (event: string): Moment => ({
    event,
    roll: engine.status().roll || engine.status().over,
    totals: Array.from({ length: header.seats }, (_, seat) => engine.total(SPECTATOR, seat)),
  });
  engine.read(head);
  const moments = [moment("")];
  for (const event of events) {
    engine.play(event);
    moments.push(moment(event));
  }
  return moments;
}

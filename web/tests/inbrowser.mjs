// For tests: one browser for all of a file, and a person of their own for each.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { crowd } from "./browser.mjs";

let people;
before(async () => {
  people = await crowd();
});
after(() => people.close());

// No page may have complained by the end.
export async function inBrowser(options, body) {
  const { page, context, errors, close } = await people.person(options);
  try {
    await body(page, context);
    assert.deepEqual(errors, []);
  } finally {
    await close();
  }
}

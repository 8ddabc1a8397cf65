/* The game of docs/examples that ends with the filled game sheet of rule LC10.1. example.json is what the server says
 * of its sheet (POST /api/sheets), so that it can be shown without one. */

import record from "../../../../docs/examples/lost-cities-425.pip";
import own from "./example.json";

export const example = { record, own };

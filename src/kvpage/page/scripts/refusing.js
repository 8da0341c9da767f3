/* What is said to whoever typed what cannot be read. */

import { say } from "./words.js";

export class Unreadable extends Error {}
export const refuse = (name, facts) => { throw new Unreadable(say(`input.${name}`, facts)); };
export const shortened = (text) => text.length > 40 ? `${text.slice(0, 40)}…` : text;

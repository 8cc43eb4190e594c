/**
 * Estimates how easily a password is guessed, by zxcvbn's lists of leaked passwords, keyboards, years and
 * repetitions. About 240 kB, loaded when a password is typed.
 */
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** The first guesses of an attacker of this site. */
const contextWords = ["kintone", "cybozu", "vonage", "denwa", "renkei", "plugin", "portal", "password"];

/** Cognito locks an account for longer and longer, but an attacker may have a list of login IDs. */
const fewestGuesses = 1e7;

/** Returns true for one of the first ten million guesses. `words`: facts about the account. */
export const isGuessable = (password: string, words: readonly string[]): boolean =>
  estimator.check(password, [...contextWords, ...words]).guesses < fewestGuesses;

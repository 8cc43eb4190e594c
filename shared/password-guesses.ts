/**
 * How easily a password is guessed, by zxcvbn's list of leaked passwords, keyboards, years and repetitions. Some 240 kB, to be loaded
 * when somebody types a password.
 */
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** The first guesses of an attacker of this site. */
const contextWords = ["kintone", "cybozu", "vonage", "denwa", "renkei", "plugin", "portal", "password"];

/** Cognito locks an account for longer and longer, but an attacker may have a list of login IDs. */
const fewestGuesses = 1e7;

/** True for one of the ten million passwords that would be tried first. `words`: what is known about the account. */
export const isGuessable = (password: string, words: readonly string[]): boolean =>
  estimator.check(password, [...contextWords, ...words]).guesses < fewestGuesses;

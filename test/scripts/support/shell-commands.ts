/**
 * The simple commands of a script as lists of words, also those within `$(...)`, `sh -c '...'` and `xargs`. Variables stay as they are.
 * It knows the part of the shell's grammar that our pages use. Source: POSIX, Shell Command Language.
 */
export const simpleCommands = (script: string): string[][] =>
  new Reader(script.replaceAll(/\\\n\s*/g, " "))
    .read()
    .map(withoutGrammar)
    .filter((words) => words.length > 0)
    .flatMap((words) => [words, ...commandsRunBy(words)]);

/** Without the shell's own words, variables, and a program that runs the next word. */
function withoutGrammar(words: string[]): string[] {
  const isGrammar = /^(?:[{}!]|if|then|else|elif|fi|do|done|while|until|npx|[A-Za-z_]\w*=.*)$/s;
  const first = words.findIndex((word) => !isGrammar.test(word));
  return first === -1 ? [] : words.slice(first);
}

function commandsRunBy(words: readonly string[]): string[][] {
  const [first = "", second, script = ""] = words;
  if (/^(?:ba)?sh$/.test(first) && second === "-c") return simpleCommands(script);
  const run = words.slice(words.findIndex((word) => /^(?:aws|npm|npx|sh|bash)$/.test(word)));
  return first === "xargs" ? [run, ...commandsRunBy(run)] : [];
}

/** A placeholder of ours, `<arn>`, is a word. */
const placeholder = /<[A-Za-z][^<>\n|&;]*>/y;
const comment = /#[^\n]*/y;
const blank = /[ \t]+/y;
const operator = /\(\)|[\n;|&]+/y;
const redirection = /\d?(?:>>|[<>])(?:&\d)?/y;
const quoted = /\$?'[^']*'/y;
const plain = /\$\{[^}]*\}|\\.|[^\s'"\\$#;|&()<>]+|./sy;

class Reader {
  readonly #source: string;
  #at = 0;
  #commands: string[][] = [];

  constructor(source: string) {
    this.#source = source;
  }

  read(): string[][] {
    while (this.#at < this.#source.length) {
      this.#readList();
      // A closing parenthesis that nothing opened.
      this.#at += 1;
    }
    return this.#commands;
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#source) ?? [];
    this.#at += found?.length ?? 0;
    return found;
  }

  /** Until the end, or the parenthesis that closes the list. */
  #readList(): void {
    let words: string[] = [];
    let isFile = false;
    const end = () => {
      if (words.length > 0) this.#commands.push(words);
      words = [];
    };
    while (this.#at < this.#source.length && this.#source[this.#at] !== ")") {
      if (this.#take(blank) ?? this.#take(comment)) continue;
      if (this.#take(operator)) end();
      else if (this.#source[this.#at] === "(") this.#readNested(1);
      else if (!this.#startsPlaceholder() && this.#take(redirection)) isFile = true;
      else {
        const word = this.#readWord();
        if (!isFile) words.push(word);
        isFile = false;
      }
    }
    end();
  }

  #startsPlaceholder(): boolean {
    placeholder.lastIndex = this.#at;
    return placeholder.test(this.#source);
  }

  #readNested(opening: number): string {
    this.#at += opening;
    this.#readList();
    this.#at += 1;
    return "$(...)";
  }

  #readWord(): string {
    let word = "";
    while (this.#at < this.#source.length && !/[\s;|&()]/.test(this.#source[this.#at] ?? "")) {
      if (this.#source.startsWith("$(", this.#at)) word += this.#readNested(2);
      else if (this.#source[this.#at] === '"') word += this.#readString();
      else if (/[<>]/.test(this.#source[this.#at] ?? "") && !this.#startsPlaceholder()) break;
      else word += this.#take(placeholder) ?? this.#take(quoted)?.replaceAll("'", "") ?? this.#take(plain);
    }
    return word;
  }

  #readString(): string {
    let text = "";
    this.#at += 1;
    while (this.#at < this.#source.length && this.#source[this.#at] !== '"')
      text += this.#source.startsWith("$(", this.#at) ? this.#readNested(2) : this.#take(/\\?./sy);
    this.#at += 1;
    return text;
  }
}

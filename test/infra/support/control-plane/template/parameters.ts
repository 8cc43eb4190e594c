/** A stack's parameters: what is given, what the template falls back to, what Systems Manager has. */
import { invalid, type ParameterDeclaration, type Template } from "./template.ts";

export interface StackParameter {
  key: string;
  /** As given: a parameter's name, where the type says that Systems Manager holds its value. */
  given: string;
  /** What `Ref` returns. */
  value: string | readonly string[];
}

export interface GivenParameter {
  key: string;
  value: string | undefined;
  usePrevious: boolean;
}

interface Sources {
  given: readonly GivenParameter[];
  previous: readonly StackParameter[];
  /** Systems Manager's value of that name. */
  stored(name: string): string | undefined;
}

export function parametersOf(
  { Parameters }: Template,
  { given, previous, stored }: Sources,
): StackParameter[] {
  const unknown = given.map(({ key }) => key).filter((key) => !(key in Parameters));
  if (unknown.length > 0) {
    throw invalid(`Parameters: [${unknown.join(", ")}] do not exist in the template`);
  }
  const chosen = Object.entries(Parameters).map(([key, declaration]) => {
    const own = given.find((each) => each.key === key);
    const kept = own?.usePrevious ? previous.find((each) => each.key === key)?.given : undefined;
    return { key, declaration, text: own?.value ?? kept ?? declaration.Default };
  });
  const empty = chosen.filter(({ text }) => text === undefined).map(({ key }) => key);
  if (empty.length > 0) throw invalid(`Parameters: [${empty.join(", ")}] must have values`);
  return chosen.map(({ key, declaration, text }) => {
    checkValue(key, String(text), declaration);
    return { key, given: String(text), value: valueFor(String(text), declaration, stored) };
  });
}

function checkValue(key: string, text: string, declaration: ParameterDeclaration): void {
  const { AllowedValues, AllowedPattern, ConstraintDescription } = declaration;
  const refused = (rule: string) => invalid(`Parameter '${key}' must ${ConstraintDescription ?? rule}`);
  if (AllowedValues && !AllowedValues.map(String).includes(text)) {
    throw refused(`be one of AllowedValues`);
  }
  if (AllowedPattern !== undefined && !new RegExp(`^(?:${AllowedPattern})$`).test(text)) {
    throw refused(`match pattern ${AllowedPattern}`);
  }
}

function valueFor(text: string, { Type }: ParameterDeclaration, stored: Sources["stored"]) {
  switch (Type) {
    case "String":
    case "Number":
      return text;
    case "CommaDelimitedList":
      return text.split(",").map((each) => each.trim());
    case "AWS::SSM::Parameter::Value<String>": {
      const value = stored(text);
      if (value !== undefined) return value;
      throw invalid(`Unable to fetch parameters [${text}] from parameter store for this account.`);
    }
    default:
      throw invalid(`Template format error: Unrecognized parameter type: ${Type}`);
  }
}

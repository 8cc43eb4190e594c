/**
 * The derivations from the table of customer fields: names by group, labels, forms, the stored profile and
 * the user record.
 */
import type * as z from "zod/mini";
import type { Choice } from "../field-schema.ts";
import type { FieldGroup, FieldRow } from "./customer-field-rows.ts";
import { customerFields, type CustomerFieldTable as Table } from "./customer-fields.ts";

export type CustomerFieldName = keyof Table;
/** Returns the field's label for a customer of this category. */
export function labelFor(name: CustomerFieldName, customerKbn: number | undefined): string {
  const { label, labels }: FieldRow = customerFields[name];
  return labels?.[customerKbn ?? 0] ?? label;
}
/** Names of the fields of these groups. */
export type NamesIn<Group extends FieldGroup> = {
  [Name in CustomerFieldName]: Table[Name]["group"] extends Group ? Name : never;
}[CustomerFieldName];
/** Names of the fields that the user record shows. */
type RecordedName = {
  [Name in CustomerFieldName]: Table[Name] extends { record: string } ? Name : never;
}[CustomerFieldName];

/** Names of the fields that are chosen and not typed. */
type ChoiceName = {
  [Name in CustomerFieldName]: Table[Name] extends { choices: readonly Choice[] } ? Name : never;
}[CustomerFieldName];
export const isChoiceName = (name: CustomerFieldName): name is ChoiceName =>
  "choices" in customerFields[name];

const entries = Object.entries(customerFields) as [CustomerFieldName, Table[CustomerFieldName]][];

/** Returns the names of the fields of these groups, in the order of the table. */
export const namesIn = <Group extends FieldGroup>(...groups: Group[]): NamesIn<Group>[] =>
  entries
    .filter(([, { group }]) => groups.some((wanted) => wanted === group))
    .map(([name]) => name as NamesIn<Group>);

const column = <Column extends "label" | "rule" | "stored">(name: Column) =>
  Object.fromEntries(entries.map(([field, row]) => [field, row[name]])) as {
    readonly [Name in CustomerFieldName]: Table[Name][Column];
  };

export const customerLabels = column("label");
export const customerRules = column("rule");
/** The schema of each field as the table stores it. */
export const storedShape = column("stored");

const shapeIn =
  <Column extends "rule" | "stored">(name: Column) =>
  <Group extends FieldGroup>(...groups: Group[]) =>
    Object.fromEntries(namesIn(...groups).map((field) => [field, customerFields[field][name]])) as {
      readonly [Name in NamesIn<Group>]: Table[Name][Column];
    };

/** Returns the rules of these groups: the shape of a form. */
export const rulesIn = shapeIn("rule");
/** Returns the shape of these groups' fields as they are stored, without their rules. */
export const storedIn = shapeIn("stored");

const recorded = entries.flatMap(([name, row]) =>
  "record" in row ? [[name as RecordedName, row.record] as const] : [],
);

type RecordShape = { readonly [Name in RecordedName as Table[Name]["record"]]: Table[Name]["stored"] };
type Stored<Name extends CustomerFieldName> = z.output<Table[Name]["stored"]>;
type Recorded = { [Name in RecordedName as Table[Name]["record"]]: Stored<Name> };

/** The fields of the user record, by their names there. */
export const recordShape = Object.fromEntries(
  recorded.map(([name, record]) => [record, storedShape[name]]),
) as RecordShape;

/** Returns the user record's fields of a profile. */
export const toRecorded = (stored: { readonly [Name in RecordedName]: Stored<Name> }): Recorded =>
  Object.fromEntries(recorded.map(([name, record]) => [record, stored[name]])) as Recorded;

/** A field's value in a form: a choice that was not made is `undefined` there and `null` in the profile. */
type FormValue<Value> = null extends Value ? Exclude<Value, null> | undefined : Value;

/** Returns the user record's fields of these groups as the values of a form. */
export function formValues<Group extends Exclude<FieldGroup, "questionnaire">>(
  record: Recorded,
  ...groups: Group[]
) {
  const names: readonly string[] = namesIn(...groups);
  return Object.fromEntries(
    recorded
      .filter(([name]) => names.includes(name))
      .map(([name, recordName]) => [name, record[recordName] ?? undefined]),
  ) as { [Name in NamesIn<Group>]: FormValue<Stored<Name>> };
}

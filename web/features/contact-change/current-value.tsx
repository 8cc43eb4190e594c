import { Description, DescriptionList } from "#web/components/description-list.tsx";

/** What is registered now; a dash keeps its place until it is known. */
export function CurrentValue({ label, children }: { label: string; children: string | undefined }) {
  return (
    <DescriptionList>
      <Description term={label}>{children ?? "―"}</Description>
    </DescriptionList>
  );
}

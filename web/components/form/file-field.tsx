import UploadFile from "@mui/icons-material/UploadFileOutlined";
import Box from "@mui/material/Box";
import { useId } from "react";
import { type FieldValues, useFormContext } from "react-hook-form";
import { FieldFrame } from "./field-frame.tsx";
import { type FieldProps, useFieldState } from "./use-field-state.ts";

interface FileFieldProps<Input extends FieldValues, Output> extends FieldProps<Input, Output> {
  /** As the `accept` attribute has it, e.g. `.key`. */
  accept: string;
  onChoose: (file: File) => void;
}

function ChosenFile({ id, name }: { id: string; name: string }) {
  return (
    <>
      <Box
        component="span"
        aria-hidden
        sx={{
          display: "flex",
          alignItems: "center",
          gap: 1,
          flexShrink: 0,
          px: 2,
          py: 1,
          border: 1,
          borderColor: "#8f8675",
          borderRadius: 1,
          fontWeight: 700,
          lineHeight: 1.5,
        }}
      >
        <UploadFile />
        ファイルを選択
      </Box>
      <Box component="span" id={id} sx={{ minWidth: 0, color: name ? "text.primary" : "text.secondary" }}>
        {name || "選択されていません"}
      </Box>
    </>
  );
}

/** A file chooser; the form's value is the file's name. The browser's own input lies over it, so files can be dropped. */
export function FileField<Input extends FieldValues, Output = Input>(props: FileFieldProps<Input, Output>) {
  const { label, required = false, hint, accept, onChoose } = props;
  const { field, error, ids, aria, edit } = useFieldState(props);
  const { trigger } = useFormContext<Input>();
  const nameId = useId();
  const choose = (file: File | undefined): void => {
    if (!file) return;
    onChoose(file);
    edit(file.name);
    void trigger(props.name);
  };
  return (
    <FieldFrame ids={ids} label={label} required={required} hint={hint} error={error}>
      <Box
        sx={{
          position: "relative",
          display: "flex",
          flexWrap: "wrap",
          alignItems: "center",
          columnGap: 2,
          rowGap: 0.5,
          p: 0.75,
          border: 1,
          borderColor: error === undefined ? "#8f8675" : "error.main",
          borderRadius: 1,
          "&:hover": { borderColor: error === undefined ? "text.primary" : "error.main" },
          "&:has(:focus-visible)": { outline: "3px solid #1d4ed8", outlineOffset: 2 },
        }}
      >
        <ChosenFile id={nameId} name={field.value ?? ""} />
        <Box
          component="input"
          type="file"
          id={ids.input}
          name={field.name}
          ref={field.ref}
          accept={accept}
          aria-required={required}
          {...aria}
          aria-describedby={[nameId, aria["aria-describedby"]].filter(Boolean).join(" ")}
          onBlur={field.onBlur}
          onChange={(event: React.ChangeEvent<HTMLInputElement>) => choose(event.target.files?.[0])}
          sx={{ position: "absolute", inset: 0, width: 1, opacity: 0, cursor: "pointer" }}
        />
      </Box>
    </FieldFrame>
  );
}

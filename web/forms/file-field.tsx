import UploadFile from "@mui/icons-material/UploadFileOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { useFormContext } from "react-hook-form";
import { edge, focusRing } from "#web/theme/palette.ts";
import { FieldFrame } from "./field-frame.tsx";
import { type FieldProps, useFieldState } from "./use-field-state.ts";

interface FileFieldProps extends FieldProps {
  /** As the `accept` attribute has it, e.g. `.key`. */
  accept: string;
  onChoose: (file: File) => void;
}

function ChosenFile({ id, name }: { id: string; name: string }) {
  return (
    <>
      <Button
        component="span"
        aria-hidden
        tabIndex={-1}
        variant="outlined"
        size="small"
        startIcon={<UploadFile />}
      >
        ファイルを選択
      </Button>
      <Typography component="span" id={id} color={name ? "textPrimary" : "textSecondary"}>
        {name || "選択されていません"}
      </Typography>
    </>
  );
}

const box = {
  position: "relative",
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  columnGap: 1,
  p: 0.75,
  borderColor: edge,
  "&:has([aria-invalid=true])": { borderColor: "error.main" },
  "&:has(:focus-visible)": focusRing,
} as const;

/** A file chooser; the form's value is the file's name. The browser's own input lies over it, so files can be dropped. */
export function FileField({ accept, onChoose, ...props }: FileFieldProps) {
  const { field, ids, frame, aria, edit } = useFieldState(props);
  const { trigger } = useFormContext();
  const nameId = useId();
  const choose = (file: File | undefined): void => {
    if (!file) return;
    onChoose(file);
    edit(file.name);
    void trigger(props.name);
  };
  return (
    <FieldFrame {...frame}>
      <Paper variant="outlined" sx={box}>
        <ChosenFile id={nameId} name={field.value ?? ""} />
        <Box
          component="input"
          type="file"
          id={ids.input}
          name={field.name}
          ref={field.ref}
          accept={accept}
          aria-required={frame.required}
          {...aria}
          aria-describedby={[nameId, aria["aria-describedby"]].filter(Boolean).join(" ")}
          onBlur={field.onBlur}
          onChange={({ target }: React.ChangeEvent<HTMLInputElement>) => {
            choose(target.files?.[0]);
            // The same name again is a change, too: the file may have been corrected.
            target.value = "";
          }}
          sx={{ position: "absolute", inset: 0, width: 1, opacity: 0, cursor: "pointer" }}
        />
      </Paper>
    </FieldFrame>
  );
}

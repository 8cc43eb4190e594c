import UploadFile from "@mui/icons-material/UploadFileOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useEffect, useId, useState } from "react";
import { useFormContext } from "react-hook-form";
import { edge, focusRing } from "#web/theme/palette.ts";
import { FieldFrame } from "./field-frame.tsx";
import { type FieldProps, useFieldState } from "./use-field-state.ts";

interface FileFieldProps extends FieldProps {
  /** The `accept` attribute, e.g. `.key`. */
  accept: string;
  onChoose: (file: File) => void;
}

interface ChosenFileProps {
  id: string;
  name: string;
  isDragged: boolean;
}

function ChosenFile({ id, name, isDragged }: ChosenFileProps) {
  const placeholder = isDragged ? "ここにドロップしてください" : "選択されていません";
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
        {(!isDragged && name) || placeholder}
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

const dropBox = {
  ...box,
  borderStyle: "dashed",
  borderColor: "secondary.main",
  bgcolor: "background.default",
} as const;

const bringsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") ?? false;
const isOnBox = ({ target }: DragEvent): boolean =>
  target instanceof HTMLInputElement && target.type === "file";

/** Returns whether a file is dragged over the page. Refuses drops beside the field, which would replace the page. */
function useDraggedFile(): boolean {
  const [isDragged, setDragged] = useState(false);
  useEffect(() => {
    const drag = (event: DragEvent): void => {
      if (!bringsFiles(event)) return;
      setDragged(event.type === "dragover");
      if (isOnBox(event) || !event.dataTransfer) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "none";
    };
    /** The pointer leaves the window. */
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setDragged(false);
    };
    window.addEventListener("dragover", drag);
    window.addEventListener("drop", drag);
    window.addEventListener("dragleave", leave);
    return () => {
      window.removeEventListener("dragover", drag);
      window.removeEventListener("drop", drag);
      window.removeEventListener("dragleave", leave);
    };
  }, []);
  return isDragged;
}

/**
 * A file input. The form's value is the file's name. The browser's input covers the box, so that files can be dropped.
 */
export function FileField({ accept, onChoose, ...props }: FileFieldProps) {
  const { field, ids, frame, aria, edit } = useFieldState(props);
  const { trigger } = useFormContext();
  const nameId = useId();
  const isDragged = useDraggedFile();
  const choose = (file: File | undefined): void => {
    if (!file) return;
    onChoose(file);
    edit(file.name);
    void trigger(props.name);
  };
  return (
    <FieldFrame {...frame}>
      <Paper variant="outlined" sx={isDragged ? dropBox : box}>
        <ChosenFile id={nameId} name={field.value ?? ""} isDragged={isDragged} />
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
            // Choosing a file of the same name again must be a change, because the file may have been
            // corrected.
            target.value = "";
          }}
          sx={{ position: "absolute", inset: 0, width: 1, opacity: 0, cursor: "pointer" }}
        />
      </Paper>
    </FieldFrame>
  );
}

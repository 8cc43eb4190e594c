import ExpandMore from "@mui/icons-material/ExpandMore";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { lazy, Suspense, useId, useState } from "react";
import { loadScreen } from "#web/lib/net/load-screen.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import type { HintName } from "./hint.tsx";

/** Loaded when the first explanation is opened, because most customers open none. */
const Hint = lazy(() => loadScreen(() => import("./hint.tsx")));

interface WhereIsItProps {
  topic: HintName;
  /** The field's label. */
  label: string;
}

/** A button that shows where to find a value at Vonage, for the `aside` of the value's field. */
export function WhereIsIt({ topic, label }: WhereIsItProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        variant="text"
        size="small"
        aria-label={`${label}の確認方法`}
        aria-expanded={isOpen}
        aria-controls={id}
        endIcon={<ExpandMore />}
        onClick={() => setOpen(!isOpen)}
        sx={{ "&[aria-expanded=true] svg": { rotate: "180deg" } }}
      >
        確認方法
      </Button>
      <Box id={id} hidden={!isOpen}>
        {isOpen && (
          <Suspense fallback={<Spinner />}>
            <Hint topic={topic} />
          </Suspense>
        )}
      </Box>
    </>
  );
}

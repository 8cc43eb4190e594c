import Box from "@mui/material/Box";
import { Fragment } from "react";

/** A title whose lines break only between `words`. Screen readers read it as one text. */
export function Words({ words }: { words: readonly string[] }) {
  return (
    <Box component="span" sx={{ wordBreak: "keep-all" }}>
      {words.map((word, index) => (
        <Fragment key={word}>
          {index > 0 && <wbr />}
          <span>{word}</span>
        </Fragment>
      ))}
    </Box>
  );
}

import ChevronRight from "@mui/icons-material/ChevronRight";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import Paper from "@mui/material/Paper";
import { Link } from "react-router-dom";
import type { Room } from "./rooms.ts";

/** The links below the cards; nothing while there are none. */
export function RoomList({ rooms }: { rooms: readonly Room[] }) {
  if (rooms.length === 0) return null;
  return (
    <Paper component="nav" variant="outlined" aria-label="その他のお手続き">
      <List disablePadding>
        {rooms.map(({ path, title, text }, index) => (
          <ListItem key={path} disablePadding divider={index < rooms.length - 1}>
            <ListItemButton component={Link} to={path}>
              <ListItemText primary={title} secondary={text} />
              <ChevronRight aria-hidden />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </Paper>
  );
}

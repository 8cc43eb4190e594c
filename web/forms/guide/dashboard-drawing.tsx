import Box from "@mui/material/Box";

const ink = "#2a2520";
const quiet = "#5c5346";
const line = "#cfc4ae";
const amber = "#7a4f00";

interface Screen {
  /** The open entry of Vonage's menu. */
  menu: "Applications" | "API Settings";
  title: string;
  /** Label and value of each row. */
  rows: readonly (readonly [label: string, value: string, look?: "button" | "switch"])[];
  /** The index of the row that is marked. */
  marked: number;
}

const credentials = [
  ["API key", "a1b2c3d4"],
  ["API secret", "••••••••••••"],
] as const;

/** Screens of Vonage's dashboard, reduced to what leads to one value. */
const screens = {
  "application-id": {
    menu: "Applications",
    title: "Your applications",
    rows: [
      ["Name", "kintone"],
      ["Application ID", "12345678-abcd-…"],
    ],
    marked: 1,
  },
  "api-key": { menu: "API Settings", title: "API Settings", rows: credentials, marked: 0 },
  "api-secret": { menu: "API Settings", title: "API Settings", rows: credentials, marked: 1 },
  "private-key": {
    menu: "Applications",
    title: "Create an application",
    rows: [
      ["Name", "kintone"],
      ["Authentication", "Generate public and private key", "button"],
    ],
    marked: 1,
  },
  "webhook-url": {
    menu: "Applications",
    title: "Capabilities",
    rows: [
      ["Voice", "", "switch"],
      ["Answer URL", "https://example.co.jp/webhook"],
    ],
    marked: 1,
  },
} as const satisfies Record<string, Screen>;
type DrawingName = keyof typeof screens;

export const isDrawing = (name: string): name is DrawingName => name in screens;

const entries = ["Applications", "Numbers", "Logs", "API Settings"] as const;

function Menu({ open }: { open: Screen["menu"] }) {
  return entries.map((entry, index) => {
    const y = 58 + index * 30;
    const isOpen = entry === open;
    return (
      <g key={entry}>
        {isOpen && <rect x="8" y={y - 19} width="104" height="28" rx="5" fill="#f1ece2" />}
        <text x="16" y={y} fill={ink} fontWeight={isOpen ? 700 : 400}>
          {entry}
        </text>
      </g>
    );
  });
}

function Row({
  row: [label, value, look],
  top,
  isMarked,
}: {
  row: Screen["rows"][number];
  top: number;
  isMarked: boolean;
}) {
  if (look === "switch")
    return (
      <>
        <text x="136" y={top + 27} fill={ink} fontWeight="700">
          {label}
        </text>
        <rect x="186" y={top + 13} width="34" height="18" rx="9" fill="#1b6e3c" />
        <circle cx="211" cy={top + 22} r="7" fill="#fff" />
      </>
    );
  return (
    <>
      <text x="136" y={top + 11} fill={quiet}>
        {label}
      </text>
      <rect
        x="134"
        y={top + 18}
        width="232"
        height="28"
        rx="5"
        fill={look === "button" ? "#f1ece2" : "#fff"}
        stroke={isMarked ? amber : line}
        strokeWidth={isMarked ? 3 : 1.5}
      />
      <text x="144" y={top + 37} fill={ink}>
        {value}
      </text>
    </>
  );
}

/** A drawing of a screen of Vonage's dashboard with one value marked. `text` describes it for screen readers. */
export function DashboardDrawing({ name, text }: { name: DrawingName; text: string }) {
  const { menu, title, rows, marked }: Screen = screens[name];
  return (
    <Box
      component="svg"
      viewBox="0 0 380 190"
      role="img"
      aria-label={text}
      sx={{ width: 1, maxWidth: "30rem", fontSize: 13, fontFamily: "inherit" }}
    >
      <rect x="1" y="1" width="378" height="188" rx="9" fill="#fff" stroke={line} strokeWidth="2" />
      <path d="M1 30h378M120 30v159" stroke={line} strokeWidth="2" />
      <text x="16" y="20" fill={quiet} fontWeight="700">
        Vonage
      </text>
      <Menu open={menu} />
      <text x="136" y="56" fill={ink} fontSize="15" fontWeight="700">
        {title}
      </text>
      {rows.map((row, index) => (
        <Row key={row[0]} row={row} top={68 + index * 58} isMarked={index === marked} />
      ))}
    </Box>
  );
}

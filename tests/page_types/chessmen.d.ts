// Served from the rules' own drawings (`reedboard.web.rules`), not from a file.

export const CHESSMEN: Record<string, { fill: string[]; line: string[] }>;
export const SIZES: Record<string, number>;

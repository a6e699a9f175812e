import type { FieldKind } from '../values/column.ts'

/** Heights of the head and of a row (px). */
export const HEAD_HEIGHT = 36
export const ROW_HEIGHT = 34

const WIDTHS: Readonly<Partial<Record<FieldKind, number>>> = {
  longText: 260,
  email: 220,
  url: 220,
  boolean: 110,
  date: 130,
  datetime: 180,
  number: 120,
  integer: 110,
  percent: 120,
  currency: 140,
  multipicklist: 220,
}
const DEFAULT_WIDTH = 170
const MAX_WIDTH = 320
/** Average width of a letter of the head, and the room around its text (px). */
const LETTER = 8
const AROUND = 44

/** The width of a column (px): what its values need, and no less than its name. */
export function widthOf({ kind, label }: { kind: FieldKind; label: string }): number {
  return Math.min(MAX_WIDTH, Math.max(WIDTHS[kind] ?? DEFAULT_WIDTH, label.length * LETTER + AROUND))
}

/** The width of the first column, which stays in sight, for a grid that is so wide (px). */
export function titleWidth(gridWidth: number): number {
  return gridWidth > 0 && gridWidth < 560 ? 132 : 240
}

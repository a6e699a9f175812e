// biome-ignore-all lint/a11y/useSemanticElements: the cells of a table element cannot be placed freely
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells of a row have the focus
import { IconArrowDown, IconArrowUp, IconLock } from '@tabler/icons-react'
import type { VirtualItem } from '@tanstack/react-virtual'
import { type Column, isNumeric } from '../values/column.ts'
import type { Sort } from '../view/table-view.ts'
import classes from './grid.module.css'
import { HEAD_HEIGHT } from './layout.ts'

interface HeadRowProps {
  titleLabel: string
  columns: readonly Column[]
  items: readonly VirtualItem[]
  titleWidth: number
  width: number
  sort: Sort | undefined
  isSortable: boolean
  /** Of the active cell, if it is in the head. */
  activeColumn: number | undefined
}

/** The names of the columns. Enter or a click on one sorts by it. */
export function HeadRow(props: HeadRowProps) {
  const { titleLabel, columns, items, titleWidth, width, sort, isSortable, activeColumn } = props
  return (
    <div role="row" aria-rowindex={1} className={classes.head} style={{ height: HEAD_HEIGHT, width }}>
      <div
        role="columnheader"
        aria-colindex={1}
        data-cell="0:0"
        tabIndex={activeColumn === 0 ? 0 : -1}
        className={`${classes.headCell} ${classes.sticky}`}
        style={{ width: titleWidth }}
      >
        <span className={classes.text}>{titleLabel}</span>
      </div>
      {items.map(({ index, start, size }) => {
        const column = columns[index]
        if (!column) return null
        const direction = sort?.field === column.name ? sort.direction : undefined
        const Arrow = direction === 'DESC' ? IconArrowDown : IconArrowUp
        return (
          <div
            key={column.name}
            role="columnheader"
            aria-colindex={index + 2}
            aria-sort={direction ? (direction === 'ASC' ? 'ascending' : 'descending') : undefined}
            data-cell={`0:${index + 1}`}
            data-sortable={isSortable ? true : undefined}
            tabIndex={activeColumn === index + 1 ? 0 : -1}
            className={`${classes.headCell} ${isNumeric(column) ? classes.numeric : ''}`}
            style={{ left: start, width: size }}
            title={isSortable ? `Sort by ${column.label}` : column.label}
          >
            <span className={classes.text}>{column.label}</span>
            {direction && <Arrow size={14} aria-hidden style={{ flex: 'none' }} />}
            {column.readOnly !== undefined && (
              <IconLock size={12} role="img" aria-label="read-only" style={{ flex: 'none', opacity: 0.6 }} />
            )}
          </div>
        )
      })}
    </div>
  )
}

import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** A name with its value; those without a value are left out. */
export interface Fact {
  label: string
  value: ReactNode
}

/** Names and values below each other. */
export function Facts({ facts }: { facts: readonly (Fact | undefined | null | false)[] }) {
  const shown = facts.filter((fact): fact is Fact => Boolean(fact) && hasValue(fact as Fact))
  if (shown.length === 0) return null
  return (
    <dl className={classes.facts}>
      {shown.map(({ label, value }) => (
        <div key={label} className={classes.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function hasValue({ value }: Fact): boolean {
  return value !== undefined && value !== null && value !== '' && value !== false
}

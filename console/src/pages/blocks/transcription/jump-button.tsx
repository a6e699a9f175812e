import { UnstyledButton } from '@mantine/core'
import classes from './transcript.module.css'
import { formatOffset } from './utterances.ts'

interface JumpButtonProps {
  /** Ms from the start of the meeting. */
  time: number
  jump: (time: number) => void
  /** What is there, for screen readers. */
  label?: string
}

/** A time that leads to its place in the transcript. */
export function JumpButton({ time, jump, label }: JumpButtonProps) {
  const words = formatOffset(time)
  return (
    <UnstyledButton
      className={classes.time}
      onClick={() => jump(time)}
      aria-label={label === undefined ? `Go to ${words}` : `Go to ${words}: ${label}`}
    >
      {words}
    </UnstyledButton>
  )
}

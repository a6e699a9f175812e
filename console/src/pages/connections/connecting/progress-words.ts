import type { Attempt } from './attempt.ts'

/** What a person can do, as buttons. */
export type AttemptAction = 'show-window' | 'open-in-tab' | 'open-again' | 'retry' | 'cancel' | 'close'

export interface AttemptWords {
  title: string
  text: string
  actions: readonly AttemptAction[]
  /** Whether the page is waiting for something. */
  isBusy: boolean
}

/** What is said about an attempt that has not arrived yet. A window that cannot be seen is never called closed. */
export function describeAttempt(attempt: Attempt): AttemptWords {
  const { phase, failure, target } = attempt
  switch (phase) {
    case 'starting':
      return {
        title: `Connecting ${target.label}`,
        text: 'The window is being prepared.',
        actions: ['cancel'],
        isBusy: true,
      }
    case 'waiting':
      return describeWaiting(attempt)
    case 'failed':
      return {
        title: failure?.title ?? 'The account was not connected',
        text: failure?.paragraphs[0] ?? 'The other window says why. Nothing was connected.',
        actions: ['retry', 'close'],
        isBusy: false,
      }
    case 'expired':
      return {
        title: 'This took more than ten minutes',
        text: 'The window can no longer be used, and nothing was connected. Start again when you are ready.',
        actions: ['retry', 'close'],
        isBusy: false,
      }
    case 'arrived':
      return { title: `${target.label} is connected`, text: '', actions: ['close'], isBusy: false }
  }
}

function describeWaiting({ window, target: { label, method }, hasReport }: Attempt): AttemptWords {
  if (hasReport) {
    return { title: `Connecting ${label}`, text: 'The account is being checked.', actions: ['cancel'], isBusy: true }
  }
  if (window === 'blocked') {
    return {
      title: 'Your browser has blocked the window',
      text: 'Open it in a tab instead; it is the same page. To avoid this, allow pop-up windows for this address.',
      actions: ['open-in-tab', 'cancel'],
      isBusy: false,
    }
  }
  if (window === 'unseen') {
    return {
      title: 'Still connecting in the other window?',
      text: 'If it is open, finish there: this page notices. If it is closed, open it again.',
      actions: ['open-again', 'cancel'],
      isBusy: true,
    }
  }
  const text =
    method === 'key'
      ? 'Enter the key of your organization there. The form says who creates it and how.'
      : `Sign in to ${label} there and allow access.`
  return {
    title: 'Continue in the other window',
    text: `${text} This page goes on by itself.`,
    actions: ['show-window', 'cancel'],
    isBusy: true,
  }
}

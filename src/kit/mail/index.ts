/** Reading a mailbox so that every id is delivered or named in a warning. */
export { type MailFetcher, type PendingMessage, type StopReason, UnreadableMessageError } from './batch.ts'
export * from './page.ts'

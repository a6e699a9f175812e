import { ITEM_PATH, type MicrosoftSandbox } from '../../../../sandbox/microsoft/index.ts'
import { ADA, type Caller } from './harness.ts'

/** What a mistake is tried with: Ada with `Files.ReadWrite` and `Files.Read.All`. */
export interface Trial {
  microsoft: MicrosoftSandbox
  ada: Caller
}

/** A mistake that an adapter could make, and the right call. */
export interface Mistake {
  name: string
  wrong(trial: Trial): Promise<unknown>
  /** What the mistake leads to. */
  loses: unknown
  right(trial: Trial): Promise<unknown>
  gets: unknown
}

export const contractOf = ({ microsoft }: Trial) => microsoft.readItem(ADA, ITEM_PATH.contract)
export const statusOf = async (reply: Promise<{ status: number }>) => (await reply).status
export const bearer = ({ ada }: Trial) => ({ authorization: `Bearer ${ada.token}` })

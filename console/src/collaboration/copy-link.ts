import { notifyDone, notifyFailure } from '../ui/notify.ts'

/** Copies the address of a block's page. */
export async function copyBlockLink(blockId: string): Promise<void> {
  const url = new URL(`/blocks/${blockId}`, window.location.origin).href
  try {
    await navigator.clipboard.writeText(url)
    notifyDone('The link is copied. It opens for everybody who sees this.')
  } catch {
    notifyFailure(new Error(`The browser does not allow copying. The address is ${url}`))
  }
}

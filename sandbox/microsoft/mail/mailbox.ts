import { Store } from '../../core/store.ts'
import { createContainerId, createItemIds, type ItemIds } from '../api/outlook-ids.ts'
import type { Message, MessageContent } from './message.ts'

export interface Folder {
  /** The well-known name, or a name of the sandbox's own for other folders. */
  readonly key: string
  readonly id: string
  readonly displayName: string
  readonly parent: string
}

/** Display names by well-known name (https://learn.microsoft.com/graph/api/resources/mailfolder). */
const WELL_KNOWN: Readonly<Record<string, string>> = {
  msgfolderroot: 'Top of Information Store',
  inbox: 'Inbox',
  drafts: 'Drafts',
  sentitems: 'Sent Items',
  deleteditems: 'Deleted Items',
  junkemail: 'Junk Email',
  archive: 'Archive',
  outbox: 'Outbox',
  conversationhistory: 'Conversation History',
}
const ROOT = 'msgfolderroot'
/** Well-known names of folders that a mailbox has only when they are needed. */
const ON_DEMAND = ['scheduled', 'clutter', 'syncissues', 'conflicts', 'localfailures', 'serverfailures']

/** The folders and messages of one account. */
export class Mailbox {
  readonly #owner: string
  readonly #folders = new Map<string, Folder>()
  /** Newest first; messages received in the same millisecond are ordered by delivery, latest first. */
  readonly #messages = new Store<Message>({
    id: ({ number }) => String(number),
    order: (a, b) => b.receivedAt - a.receivedAt || b.number - a.number,
  })
  /** The number of a message by either of its ids. */
  readonly #numberById = new Map<string, string>()
  #lastNumber = 0

  constructor(owner: string) {
    this.#owner = owner
    for (const [key, displayName] of Object.entries(WELL_KNOWN)) this.addFolder(key, displayName)
  }

  addFolder(key: string, displayName: string, parent = ROOT): Folder {
    const folder = { key, displayName, parent, id: createContainerId('AQMk', `${this.#owner} ${key}`) }
    this.#folders.set(key, folder)
    return folder
  }

  /** All folders but the root, in order of creation. */
  get folders(): readonly Folder[] {
    return [...this.#folders.values()].filter(({ key }) => key !== ROOT)
  }

  /** Throws a RangeError when there is no such folder. */
  folder(key: string): Folder {
    const folder = this.#folders.get(key)
    if (!folder) throw new RangeError(`Unknown folder "${key}". Folders: ${[...this.#folders.keys()].join(', ')}`)
    return folder
  }

  /** Finds a folder by id, or by its well-known name in any case. */
  findFolder(idOrName: string): Folder | undefined {
    const wellKnown = this.#folders.get(idOrName.toLowerCase())
    return wellKnown ?? [...this.#folders.values()].find(({ id }) => id === idOrName)
  }

  /** Whether a text is a well-known name, also of a folder that this mailbox does not have. */
  isWellKnown(name: string): boolean {
    return name.toLowerCase() in WELL_KNOWN || ON_DEMAND.includes(name.toLowerCase())
  }

  get messages(): readonly Message[] {
    return this.#messages.all()
  }

  messagesIn(folder: string): readonly Message[] {
    return this.messages.filter((message) => message.folder === folder)
  }

  findMessage(id: string): Message | undefined {
    const number = this.#numberById.get(id)
    return number === undefined ? undefined : this.#messages.get(number)
  }

  getIds({ number, folder, moves }: Message): ItemIds {
    return createItemIds(`message ${number} of ${this.#owner}`, `${folder} ${moves}`)
  }

  add(content: MessageContent, folder: string): Message {
    const message = this.#toMessage(content, folder)
    this.#messages.put(message)
    this.#index(message)
    return message
  }

  /** Adds many messages, faster than `add` for each. */
  addAll(contents: Iterable<MessageContent>, folder: string): readonly Message[] {
    const messages = Array.from(contents, (content) => this.#toMessage(content, folder))
    this.#messages.putAll(messages)
    for (const message of messages) this.#index(message)
    return messages
  }

  /** Moves a message. It gets a new mutable id and keeps its immutable id. `now` is in epoch ms. */
  move(message: Message, folder: string, now: number): Message {
    this.#numberById.delete(this.getIds(message).mutable)
    const moved = { ...message, folder: this.folder(folder).key, moves: message.moves + 1, modifiedAt: now }
    this.#messages.put(moved)
    this.#index(moved)
    return moved
  }

  remove(message: Message): void {
    const ids = this.getIds(message)
    this.#numberById.delete(ids.mutable)
    this.#numberById.delete(ids.immutable)
    this.#messages.remove(String(message.number))
  }

  #toMessage(content: MessageContent, folder: string): Message {
    const { key } = this.folder(folder)
    return { ...content, number: ++this.#lastNumber, folder: key, moves: 0, modifiedAt: content.receivedAt }
  }

  #index(message: Message): void {
    const ids = this.getIds(message)
    this.#numberById.set(ids.mutable, String(message.number))
    this.#numberById.set(ids.immutable, String(message.number))
  }
}

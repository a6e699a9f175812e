import { ITEM_PATH } from '../../../../sandbox/microsoft/index.ts'
import { ADA, BILAL, callAs, codeOf, IF_NECESSARY, itemPath, planLink, shareToken } from './harness.ts'
import { contractOf, type Mistake, statusOf, type Trial } from './mistakes.ts'

const resolve = ({ ada }: Trial, token: string, init: object = IF_NECESSARY) =>
  ada.call(`/shares/${token}/driveItem`, init)

/** An address whose encoding needs the characters that base64url replaces. */
const AWKWARD = 'https://meridian.sharepoint.com/:w:/s/Sales/E~~~?>>>'

export const LINK_MISTAKES: readonly Mistake[] = [
  {
    name: 'encodes the link in plain base64',
    wrong: async (trial) =>
      codeOf(await resolve(trial, `u!${encodeURIComponent(Buffer.from(AWKWARD).toString('base64'))}`)),
    loses: [400, 'invalidRequest'],
    right: async (trial) => codeOf(await resolve(trial, shareToken(AWKWARD))),
    gets: [404, 'itemNotFound'],
  },
  {
    name: 'leaves the padding of the encoded link',
    wrong: (trial) => statusOf(resolve(trial, `${shareToken(planLink(trial.microsoft))}=`)),
    loses: 400,
    right: (trial) => statusOf(resolve(trial, shareToken(planLink(trial.microsoft)))),
    gets: 200,
  },
  {
    name: 'sends no Prefer',
    wrong: async (trial) => codeOf(await resolve(trial, shareToken(planLink(trial.microsoft)), {})),
    loses: [403, 'accessDenied'],
    right: (trial) => statusOf(resolve(trial, shareToken(planLink(trial.microsoft)))),
    gets: 200,
  },
  {
    name: 'redeems the link for good',
    async wrong(trial) {
      await resolve(trial, shareToken(planLink(trial.microsoft)), { headers: { prefer: 'redeemSharingLink' } })
      return trial.microsoft.readItem(BILAL, ITEM_PATH.plan).permissions
    },
    loses: [{ email: ADA, access: 'read' }],
    async right(trial) {
      await resolve(trial, shareToken(planLink(trial.microsoft)))
      return trial.microsoft.readItem(BILAL, ITEM_PATH.plan).permissions
    },
    gets: [],
  },
  {
    name: 'reads the content by id after it used the link for one request',
    async wrong(trial) {
      const { body } = await resolve(trial, shareToken(planLink(trial.microsoft)))
      return statusOf(trial.ada.call(`/drives/${body.parentReference.driveId}/items/${body.id}/content`))
    },
    loses: 403,
    right: (trial) =>
      statusOf(trial.ada.call(`/shares/${shareToken(planLink(trial.microsoft))}/driveItem/content`, IF_NECESSARY)),
    gets: 302,
  },
  {
    name: 'lower-cases the link',
    wrong: (trial) => statusOf(resolve(trial, shareToken(planLink(trial.microsoft).toLowerCase()))),
    loses: 404,
    right: (trial) => statusOf(resolve(trial, shareToken(planLink(trial.microsoft)))),
    gets: 200,
  },
  {
    name: 'resolves a link with scopes that may only read',
    wrong: ({ microsoft }) =>
      statusOf(
        callAs(microsoft, ADA, ['Files.Read.All']).call(
          `/shares/${shareToken(planLink(microsoft))}/driveItem`,
          IF_NECESSARY,
        ),
      ),
    loses: 403,
    right: (trial) => statusOf(resolve(trial, shareToken(planLink(trial.microsoft)))),
    gets: 200,
  },
  {
    name: 'lower-cases the id of an item',
    wrong: (trial) =>
      statusOf(trial.ada.call(itemPath({ ...contractOf(trial), id: contractOf(trial).id.toLowerCase() }))),
    loses: 404,
    right: (trial) => statusOf(trial.ada.call(itemPath(contractOf(trial)))),
    gets: 200,
  },
  {
    name: 'looks for an item of another drive in the user’s own',
    wrong: ({ ada, microsoft }) =>
      statusOf(ada.call(`/me/drive/items/${microsoft.readItem(BILAL, ITEM_PATH.forecast).id}`)),
    loses: 404,
    right: ({ ada, microsoft }) => statusOf(ada.call(itemPath(microsoft.readItem(BILAL, ITEM_PATH.forecast)))),
    gets: 200,
  },
  {
    name: 'reads the reference instead of the item that it leads to',
    wrong: ({ ada, microsoft }) => statusOf(ada.call(`${itemPath(microsoft.readItem(ADA, ITEM_PATH.remote))}/content`)),
    loses: 400,
    async right({ ada, microsoft }) {
      const { remoteItem } = (await ada.call(itemPath(microsoft.readItem(ADA, ITEM_PATH.remote)))).body
      return statusOf(ada.call(`/drives/${remoteItem.parentReference.driveId}/items/${remoteItem.id}/content`))
    },
    gets: 302,
  },
]

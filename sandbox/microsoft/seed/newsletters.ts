import type { RelativeDates } from '../../core/time/relative-dates.ts'
import type { NewMail } from '../mail/deliver.ts'

const SENDERS = [
  { name: 'Partner Weekly, by Cargo Press', address: 'weekly@cargopress.example', title: 'Partner Weekly' },
  { name: 'Le Journal du Fret', address: 'lettre@journaldufret.example', title: 'La lettre du fret' },
  { name: 'Microsoft Teams', address: 'noreply@email.teams.example', title: 'You missed activity' },
  { name: 'Travel desk', address: 'no-reply@traveldesk.example', title: 'Your booking options' },
] as const
const WEEKS = [-8, -7, -6, -5, -4, -3, -2, -1]

/** Newsletters with typical HTML: nested tables, style sheets, conditional comments and hidden text. */
export function newsletters(days: RelativeDates): NewMail[] {
  return WEEKS.flatMap((week, issue) =>
    SENDERS.map(({ name, address, title }, index) => ({
      from: { name, address },
      replyTo: [{ name: '', address: address.replace(/^[^@]*/, 'reply') }],
      subject: `${title} #${issue + 12}`,
      receivedAt: days.epochMs(week, 'Sun', '07:00') + index * 13 * 60_000,
      html: newsletterHtml(title, issue),
      isRead: issue % 2 === 0,
      inference: 'other' as const,
      headers: [{ name: 'List-Unsubscribe', value: `<https://mail.example/off?i=${issue}>` }],
    })),
  )
}

function newsletterHtml(title: string, issue: number): string {
  const rows = Array.from(
    { length: 5 },
    (_, row) =>
      `<tr><td style="padding:0;mso-line-height-rule:exactly"><table width="100%"><tr><td><b>Item ${row + 1}</b>&nbsp;&mdash; ` +
      `<a href="https://click.example/${issue}/${row}?utm_source=nl&amp;utm_medium=mail">more&hellip;</a></td></tr></table></td></tr>`,
  )
  return (
    `<style>.w{width:600px}@media screen{.w{width:100%!important}}</style><!--[if mso]><p>for old Outlook</p><![endif]-->` +
    `<span style="display:none;max-height:0">${title}, number ${issue + 12}&zwnj;&nbsp;&zwnj;</span>` +
    `<center><table class="w" cellpadding="0" cellspacing="0">${rows.join('')}</table></center>` +
    `<script>document.write('never run me')</script><p style="font-size:9px">You get this because you signed up.</p>`
  )
}

import { omitUndefined } from '../../core/omit-undefined.ts'
import type { RelativeDates } from '../../core/time/relative-dates.ts'
import type { NewMail } from '../gmail/compose.ts'
import { GIF } from './files.ts'

const SENDERS = [
  {
    from: '"Freight Weekly, by Cargo Press" <news@cargopress.example>',
    title: 'Freight Weekly',
    category: 'CATEGORY_PROMOTIONS',
  },
  {
    from: 'Papeterie Duval <bonjour@papeterie-duval.example>',
    title: 'Nouveautés du mois',
    category: 'CATEGORY_PROMOTIONS',
  },
  { from: 'Warehouse Forum <digest@forum.example>', title: 'Your daily digest', category: 'CATEGORY_FORUMS' },
  { from: 'Cloudbank <no-reply@cloudbank.example>', title: 'Your statement is ready', category: 'CATEGORY_UPDATES' },
] as const

const WEEKS = [-8, -7, -6, -5, -4, -3, -2, -1]

/** Creates newsletters with realistic HTML: nested tables, style sheets, tracking pixels and inline images. */
export function createNewsletters(days: RelativeDates): NewMail[] {
  return WEEKS.flatMap((week, issue) =>
    SENDERS.filter((_, index) => (issue + index) % 2 === 0 || index === 0).map(({ from, title, category }) =>
      omitUndefined({
        from,
        to: 'ada@meridian.example',
        subject: `${title} #${issue + 41}`,
        receivedAt: days.epochMs(week, 'Sat', '06:00') + title.length * 60_000,
        labelIds: ['INBOX', category],
        text: category === 'CATEGORY_UPDATES' ? `${title}. Open the app to see it.` : undefined,
        html: createNewsletterHtml(title, issue),
        headers: [
          { name: 'List-Unsubscribe', value: `<https://mail.example/u?id=${issue}>` },
          { name: 'Precedence', value: 'bulk' },
        ],
      }),
    ),
  )
}

function createNewsletterHtml(title: string, issue: number): string {
  const picture = `data:image/gif;base64,${GIF.toString('base64')}`
  const rows = Array.from(
    { length: 6 },
    (_, row) =>
      `<tr><td style="padding:0;mso-line-height-rule:exactly" bgcolor="#ffffff"><table width="100%"><tr><td>` +
      `<img src="${picture}" width="1" height="1" alt=""><font face="Arial" size="2"><b>Story ${row + 1}</b>&nbsp;&mdash; ` +
      `<a href="https://click.mail.example/${issue}/${row}?utm_source=nl&amp;utm_campaign=${issue}">read&nbsp;more&hellip;</a></font>` +
      `</td></tr></table></td></tr>`,
  )
  return `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8" />
<title>${title}</title><style type="text/css">@media only screen{.w{width:100%!important}} td{font:14px Arial} .x>b{color:red}</style>
<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]--></head>
<body bgcolor=#f0f0f0><span style="display:none;max-height:0">Preheader: all that happened, in ${issue + 3} minutes ‌ ‌ ‌</span>
<center><table class="w" width=600 cellpadding=0 cellspacing=0 border=0>${rows.join('\n')}</table></center>
<script>document.write('never run me')</script>
<img src="https://open.mail.example/o.gif?u=ada&amp;i=${issue}" width="1" height="1" alt="">
<p style="font-size:10px;color:#999">You get this because you signed up. <a href="https://mail.example/u">Unsubscribe</a></p></body></html>`
}

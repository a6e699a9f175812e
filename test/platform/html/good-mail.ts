const SAFE_LINK = 'target="_blank" rel="noopener noreferrer nofollow"'

/** Mail as people and programs send it, each with its sanitized HTML. */
export const GOOD_MAIL: Record<string, [mail: string, clean: string]> = {
  'a newsletter laid out with tables': [
    `<!DOCTYPE html><html lang="en"><head><title>News</title><meta charset="utf-8"><style>.x{color:red}</style></head>
<body style="margin:0;background-image:url(http://news.example/b.png)"><div style="display:none;max-height:0">Preview</div>
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" align="center">
<tr><td colspan="2" style="padding: 10px 20px; font-family: Arial, sans-serif; FONT-SIZE: 14px">
<h1>Offers &amp; more</h1><img src="https://news.example/top.png" width="560" height="90" alt="Top">
<a href="https://news.example/?a=1&b=2" style="color:#0000ee; mso-x: y">Read</a>
<img src="https://news.example/open?id=1" width="1" height="1" alt=""></td></tr></table></body></html>`,
    `<div lang="en">
<div style="margin:0"><div style="display:none">Preview</div>
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" align="center">
<tr><td colspan="2" style="padding:10px 20px;font-family:arial, sans-serif;font-size:14px">
<h1>Offers &amp; more</h1><img width="560" height="90" alt="Top" data-src="https://news.example/top.png" />
<a style="color:#0000ee" href="https://news.example/?a=1&amp;b=2" ${SAFE_LINK}>Read</a>
</td></tr></table></div></div>`,
  ],
  'mail of an office program, with conditional comments': [
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><!--[if gte mso 9]><xml><o:Zoom>90</o:Zoom></xml><![endif]-->
<style><!-- p.MsoNormal {margin:0cm} --></style></head><body lang="DE" link="#0563C1" style='word-wrap:break-word'><div class="WordSection1">
<p class="MsoNormal" style='margin-left:36.0pt'><span style='font-size:11.0pt;font-family:"Calibri",sans-serif;mso-fareast-language:EN-US'>Guten Tag<o:p></o:p></span></p>
<![if !supportLists]><span style='mso-list:Ignore'>1.</span><![endif]>
<table class="MsoNormalTable" border="1" style='border-collapse:collapse'><tr><td width="50" valign="top" style='width:37.5pt;border:solid windowtext 1.0pt;padding:0cm 5.4pt 0cm 5.4pt'>A</td><td>B</td></tr></table>
<!--[if mso]><p>only there</p><![endif]--></div></body></html>`,
    `
<div lang="DE"><div>
<p style="margin-left:36.0pt"><span style="font-size:11.0pt;font-family:&quot;calibri&quot;,sans-serif">Guten Tag</span></p>
<span>1.</span>
<table border="1" style="border-collapse:collapse"><tr><td width="50" valign="top" style="width:37.5pt;border:solid windowtext 1.0pt;padding:0cm 5.4pt 0cm 5.4pt">A</td><td>B</td></tr></table>
</div></div>`,
  ],
  'a reply above what it quotes': [
    `<div dir="ltr">Yes.<br></div><br><div class="gmail_quote gmail_quote_container" id="q1"><div dir="ltr" class="gmail_attr">On Monday <a href="mailto:grace@navy.example">grace@navy.example</a> wrote:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"><p>Are you there?</p></blockquote></div><div class="moz-cite-prefix other">x</div>`,
    `<div dir="ltr">Yes.<br /></div><br /><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Monday <a href="mailto:grace@navy.example" ${SAFE_LINK}>grace@navy.example</a> wrote:<br /></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"><p>Are you there?</p></blockquote></div><div class="moz-cite-prefix">x</div>`,
  ],
  'lists, headings, code and a table of figures': [
    `<h2>To do</h2><ol start=3 type=a><li>one<li>two</ol><ul><li><b>x</b> <i>y</i> <u>z</u> <s>w</s></ul><pre><code>if (a &lt; b) {
  c()
}</code></pre><table><caption>Sums</caption><thead><tr><th scope=col>A<th>B</tr></thead><tbody><tr><td>1<td rowspan=2>2</table><p>H<sub>2</sub>O<p>End<hr>`,
    `<h2>To do</h2><ol start="3" type="a"><li>one</li><li>two</li></ol><ul><li><b>x</b> <i>y</i> <u>z</u> <s>w</s></li></ul><pre><code>if (a &lt; b) {
  c()
}</code></pre><table><caption>Sums</caption><thead><tr><th scope="col">A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td rowspan="2">2</td></tr></tbody></table><p>H<sub>2</sub>O</p><p>End</p><hr />`,
  ],
  'mail from right to left': [
    '<html dir="rtl" lang="he"><body DIR="RTL"><p dir="auto">שלום <bdo dir="ltr">abc</bdo> <bdi>٣</bdi></p></body></html>',
    '<div dir="rtl" lang="he"><div dir="RTL"><p dir="auto">שלום <bdo dir="ltr">abc</bdo> <bdi>٣</bdi></p></div></div>',
  ],
  'attached and inline images': [
    '<img src="cid:part1@acme.example" alt="Chart" width=300><img src="data:image/png;base64,iVBO\nRw0KGgo=" alt=""><img src="data:image/svg+xml,x" alt="Logo"><img src="CID:x y">',
    '<img alt="Chart" width="300" src="cid:part1@acme.example" /><img alt="" src="data:image/png;base64,iVBORw0KGgo=" /><img alt="Logo" /><img src="cid:x y" />',
  ],
  'remote images, without those that are invisible': [
    [
      '<img src="//cdn.example/a.png" width="100%" height=1>',
      '<img src="https://t.example/1" width=1 height=1 alt="Logo">',
      '<img src="https://t.example/2" height=0>',
      '<img src="https://t.example/3" style="width:1px; height: 1px !important">',
      '<img src="https://t.example/4" width=600 height=90 style="Display: none">',
      '<img src="https://t.example/5" width=300 style="max-width:0;border-width:9px;height:1px">',
      '<img src="https://t.example/6" hidden>',
      '<img src="https://t.example/7" style="border-width:0;min-width:1px;opacity:0.9" width=2 height=1>',
      '<img data-src="http://cdn.example/b.png" alt="B">',
      '<img data-src="javascript:hit()" alt="C">',
    ].join(''),
    [
      '<img style="border-width:0;min-width:1px" width="2" height="1" data-src="https://t.example/7" />',
      '<img alt="B" data-src="http://cdn.example/b.png" /><img alt="C" />',
    ].join(''),
  ],
  'links of all kinds': [
    [
      '<a href=" HTTPS://Example.com/a b?q=ü#x " target=_self rel=opener>1</a><a href="//example.com">2</a>',
      '<a href="tel:+49 30 1">3</a><a href="#top">4</a><a href="/logout">5</a><a href="ftp://example.com/">6</a>',
      '<a href="https://bücher.example/">7</a><a href="http:\\\\evil.example">8</a><a href="">9</a>',
    ].join(''),
    [
      `<a href="https://example.com/a%20b?q=%C3%BC#x" ${SAFE_LINK}>1</a>`,
      `<a href="https://example.com/" ${SAFE_LINK}>2</a>`,
      `<a href="tel:+49 30 1" ${SAFE_LINK}>3</a><a>4</a><a>5</a><a>6</a>`,
      `<a href="https://xn--bcher-kva.example/" ${SAFE_LINK}>7</a>`,
      `<a href="http://evil.example/" ${SAFE_LINK}>8</a><a>9</a>`,
    ].join(''),
  ],
  'broken markup': [
    '<p>one<b>two<p>three</b></p></div><td>four<br/></br><img <p>five &lt &amp; & &nosuch; &euro;\0',
    '<p>one<b>two<p>three</p></b></p><td>four<br /><br />five &lt; &amp; &amp; &amp;nosuch; €</td>',
  ],
  'markup that is stable only after the second pass': ['<p>1<x-y><p>2</x-y>&#1;', '<p>1</p><p>2</p><p></p>'],
  'plain text': ['a < b && c > d "e" \'f\'\r\nnext', 'a &lt; b &amp;&amp; c &gt; d "e" \'f\'\r\nnext'],
  nothing: ['', ''],
}

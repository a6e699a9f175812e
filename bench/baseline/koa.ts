import Koa from 'koa'
import { koaBody } from 'koa-body'
import { benchMail } from './gmail.ts'

/**
 * The baseline for the hub: a Koa application without any middleware but the body parser. `/sync/email` makes the same
 * vendor calls with the same client library and returns the vendor's JSON unchanged.
 */
const app = new Koa()
app.use(koaBody({ jsonLimit: '60mb', urlencoded: false, text: false, multipart: false }))
app.use(async (ctx) => {
  if (ctx.path === '/api/v1/hello') ctx.body = 'hello\n'
  else if (ctx.path === '/sync/email') ctx.body = await benchMail(ctx.request.body)
  else ctx.body = { read: Object.keys(ctx.request.body ?? {}) }
})
app.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))

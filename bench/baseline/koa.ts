import { json } from 'node:stream/consumers'
import Koa from 'koa'
import { benchMail } from './gmail.ts'

/**
 * The baseline for the hub: a Koa application without any middleware. `/sync/email` makes the same
 * vendor calls with the same client library and returns the vendor's JSON unchanged.
 */
const app = new Koa()
app.use(async (ctx) => {
  if (ctx.path === '/api/v1/hello') {
    ctx.body = 'hello\n'
    return
  }
  const body = (await json(ctx.req)) as object
  ctx.body = ctx.path === '/sync/email' ? await benchMail(body) : { read: Object.keys(body) }
})
app.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))

/** Every vendor the hub can connect, one line each. */
export { google } from './google/index.ts'

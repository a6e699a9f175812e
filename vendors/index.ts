/** Every vendor the hub can connect, one line each. */
export { google } from './google/index.ts'
export { microsoft } from './microsoft/index.ts'
export { salesforce } from './salesforce/index.ts'

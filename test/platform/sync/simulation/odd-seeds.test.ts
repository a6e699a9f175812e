import { promiseHalf } from './promises.ts'

promiseHalf(1)

import { testSeeds } from './properties.ts'

testSeeds(1)

import { verifySuite } from 'posts-understudy/contracts'
import { describe, it } from 'vitest' // or node:test; in Jest the globals

verifySuite({ url: 'https://staging.example.com/v1', describe, it })

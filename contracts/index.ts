export type { OperationName } from '../handlers/endpoints.ts'
export {
  type CalibratedChoice,
  type CalibrateOptions,
  type Calibration,
  calibrateProfile,
} from './calibrate/calibrate-profile.ts'
export { diffProfiles, type ProfileDifference } from './choices/profile-diff.ts'
export { type ClientFile, parseClient } from './client/client-file.ts'
export type { ClientFit } from './client/fit.ts'
export type { Leftover } from './custody/clean-up.ts'
export type { Finding } from './judge/finding.ts'
export { openApiDocument } from './openapi/openapi.ts'
export { type Contract, type DeriveOptions, deriveContract, type Interaction } from './pact/contract.ts'
export { pactFileName, pactFileText } from './pact/pact-file.ts'
export { type ProviderStatesOptions, providerStates, type StateHandler } from './pact/provider-states.ts'
export type { RunFacts } from './report/html-page.ts'
export { junitReport } from './report/junit-report.ts'
export { calibrationReport, diffReport, profileFileText } from './report/profile-reports.ts'
export type { TextReportOptions } from './report/text-report.ts'
export { htmlReport, jsonReport, markdownReport, textReport } from './report/verify-reports.ts'
export type { Progress } from './run/provider-session.ts'
export { type Clause, type ClauseId, clauseIds, clauses } from './scenarios/clauses.ts'
export type { Exchange, ReceivedReply, SentRequest } from './scenarios/exchange.ts'
export type {
  ChoiceResult,
  ClauseResult,
  SequencesResult,
  VerifyResult,
} from './verify/result.ts'
export type { VerifyOptions } from './verify/verify-options.ts'
export { verifyProvider } from './verify/verify-provider.ts'

/** The optional permission for the lists of those who attended. */
export const ATTENDANCE_SCOPE = 'OnlineMeetingArtifact.Read.All'

/** The optional permission for insights. The person needs a license for Copilot, too. */
export const INSIGHT_SCOPE = 'OnlineMeetingAiInsight.Read.All'

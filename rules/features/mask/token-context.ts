/** What a scan knows where a token stands. */
export interface TokenContext {
  /** False where moments are data. */
  times: boolean
  /** Behind the last volatile part, or the line's first character. */
  floor: number
  /** The line has shown a moment. */
  timeSeen: boolean
}

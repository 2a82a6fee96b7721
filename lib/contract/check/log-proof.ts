import { z } from 'zod'

/** The forms of a proof. */
export const logProofQuery = z.object({
  format: z
    .enum(['text', 'json'], { error: 'The format is one of text and json.' })
    .default('text')
    .describe('`text`: the proof of the newest leaf (C2SP tlog-proof); `json`: those of all leaves'),
})

/** The proof of one leaf of a certificate. */
export const logProofShape = z
  .object({
    place: z.int().describe('Which of the certificate’s leaves, from 1'),
    index: z.int().describe('Its place in the log, from 0'),
    proof: z.string().describe('The proof as text (C2SP tlog-proof)'),
  })
  .meta({ id: 'LogProof' })

/** The proofs of a certificate's leaves in their `json` form. */
export const logProofsShape = z
  .object({
    success: z.literal(true).describe('Always true'),
    log_proofs: z.array(logProofShape).describe('The oldest leaf first'),
  })
  .meta({ id: 'LogProofs' })

/** An example for the documentation; its hashes are those of nothing. */
export function exampleLogProofs(baseUrl: string): z.infer<typeof logProofsShape> {
  const host = new URL(baseUrl).host
  const proof = `c2sp.org/tlog-proof@v1\nextra e30=\nindex 4711\n\n${host}/log\n5190\nBCGMN38+TTasWzR+CI268+VOKmF0kWH9RB0lRT8acWM=\n\n— ${host}/log 9JNtFg==\n`
  return { success: true, log_proofs: [{ place: 1, index: 4711, proof }] }
}

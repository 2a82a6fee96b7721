/** What a certificate's page shows, another one for each number. */
export function exampleDocument(index: number) {
  return {
    ...{ serial: '7K3M-9QXT-2VBD-8RWN', fullName: `Ana-Lucía Müller Nguyễn ${index}`, registrationNumber: 'R-1' },
    ...{ eventTitle: 'Basic Safety Training', achievement: 'Passed', eventDate: '2026-11-03', expiresAt: null },
    ...{ issuedAt: 1_790_000_000_000, issuerName: 'Bench Institute', verifiedDomain: 'bench.example' },
    ...{ verificationUrl: 'https://verify.example.org/verify/7K3M-9QXT-2VBD-8RWN', host: 'verify.example.org' },
    credential: 'eyJhbGciOiJFUzI1NiJ9.'.padEnd(3000, 'a'),
  }
}

import type { ReactElement } from 'react'
import { BadgePage } from '@/components/badge/badge-page'
import { BadgeReportPage } from '@/components/badge/badge-report-page'
import { DroppedPage } from '@/components/file/dropped-page'
import { FilePage } from '@/components/file/file-page'
import { MissingDocument } from '@/components/file/missing-document'
import { HistoryPage } from '@/components/history/history-page'
import { IssuerPage } from '@/components/issuer/issuer-page'
import { IssuersPage } from '@/components/issuer/issuers-page'
import { CheckManyPage } from '@/components/many/check-many-page'
import { ReceiptReportPage } from '@/components/receipt/receipt-report-page'
import { ReceiptsPage } from '@/components/receipt/receipts-page'
import { ReportPage, type ReportWords } from '@/components/report/report-page'
import { ReportSentPage } from '@/components/report/report-sent-page'
import { ScanPage } from '@/components/scan/scan-page'
import { HomeDocument } from '@/components/site/home-document'
import { NotAvailablePage } from '@/components/site/not-available-page'
import { OfflinePage } from '@/components/site/offline-page'
import { PrivacyPage } from '@/components/site/privacy-page'
import type { LanguageCode } from '@/lib/i18n/languages'
import { createTranslator, type Translator } from '@/lib/i18n/translate'
import { SAMPLE_BADGES, sampleBadge } from './badge-samples'
import { SAMPLE_CHECKS, SAMPLE_RECEIPTS } from './intake-samples'
import { SAMPLE_DIRECTORIES, SAMPLE_ISSUERS } from './issuer-samples'
import { passportPages } from './passport-samples'
import { watchPages } from './watch-samples'

const SAMPLE_REPORT: ReportWords = { kind: 'forgery', serial: '7K3M-9QXT-2VBD-8RWN', message: '', email: '' }

/** The pages around the verdict, as static documents, for the pictures and the accessibility check. */
export function samplePages(language: LanguageCode): Record<string, ReactElement> {
  const translator = createTranslator(language)
  const host = 'verify.example.org'
  return {
    home: <HomeDocument translator={translator} origin={`https://${host}`} formerOrigins={[]} />,
    missing: <MissingDocument translator={translator} host={host} path="/" />,
    file: <FilePage translator={translator} host={host} />,
    scan: <ScanPage translator={translator} origin={`https://${host}`} />,
    offline: <OfflinePage translator={translator} host={host} />,
    history: <HistoryPage translator={translator} host={host} />,
    privacy: <PrivacyPage translator={translator} host={host} />,
    badges: <BadgePage translator={translator} host={host} />,
    ...badgeReports(translator),
    ...intakePages(translator, host),
    ...issuerPages(translator, host),
    ...passportPages(translator, host),
    report: <ReportPage translator={translator} host={host} words={SAMPLE_REPORT} problem={null} />,
    'report-refused': (
      <ReportPage
        translator={translator}
        host={host}
        words={SAMPLE_REPORT}
        problem={translator.t('report.problem.bad_message')}
      />
    ),
    'report-sent': <ReportSentPage translator={translator} host={host} />,
    ...watchPages(translator, host),
    'not-available': <NotAvailablePage translator={translator} host={host} />,
  }
}

function intakePages(translator: Translator, host: string): Record<string, ReactElement> {
  const checks = Object.entries(SAMPLE_CHECKS).map(([name, view]) => [
    name,
    <CheckManyPage key={name} translator={translator} view={view} />,
  ])
  const receipts = Object.entries(SAMPLE_RECEIPTS).map(([name, view]) => [
    name,
    <ReceiptReportPage key={name} translator={translator} view={view} />,
  ])
  const dropped = <DroppedPage translator={translator} host={host} reason="spreadsheet" />
  const forms = { receipts: <ReceiptsPage translator={translator} host={host} />, dropped }
  return { ...forms, ...(Object.fromEntries([...checks, ...receipts]) as Record<string, ReactElement>) }
}

function issuerPages(translator: Translator, host: string): Record<string, ReactElement> {
  const place = { host, path: '/issuers' }
  const directories = Object.entries(SAMPLE_DIRECTORIES).map(([name, outcome]) => [
    name,
    <IssuersPage key={name} translator={translator} view={{ ...outcome, ...place }} />,
  ])
  const issuers = Object.entries(SAMPLE_ISSUERS).map(([name, outcome]) => [
    name,
    <IssuerPage key={name} translator={translator} view={{ ...outcome, ...place }} />,
  ])
  return Object.fromEntries([...directories, ...issuers]) as Record<string, ReactElement>
}

function badgeReports(translator: Translator): Record<string, ReactElement> {
  const pages = Object.entries(SAMPLE_BADGES).map(([name, outcome]) => [
    `badge-${name}`,
    <BadgeReportPage key={name} view={sampleBadge(outcome)} translator={translator} />,
  ])
  return Object.fromEntries(pages) as Record<string, ReactElement>
}

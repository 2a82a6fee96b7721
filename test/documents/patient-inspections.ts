import { setInspections } from '@/lib/render/inspect/inspect-document'
import { InspectionLanes } from '@/lib/render/inspect/inspection-lanes'

/** As much as the kernel's own limit leaves: an honest file takes a fifth of a second, and three on a crowded machine. */
export const PATIENT = { cpuMs: 9000, timeMs: 120_000, isNice: false }

/** From now on no honest file of a test runs out of time, however slow the machine: the service's bounds are not what is tested. */
export function patientInspections(limits: ConstructorParameters<typeof InspectionLanes>[0] = {}): void {
  setInspections(new InspectionLanes({ quick: PATIENT, slow: PATIENT, compared: PATIENT, ...limits }))
}

import { writeReadings } from '@/lib/store/desk/note-reading'

/** Writes to the activity log what keys and people read and waits for its minute to end: before the service stops. */
export function writeNotedReadings(): Promise<void> {
  return writeReadings()
}

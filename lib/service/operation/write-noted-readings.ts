import { writeReadings } from '@/lib/store/desk/note-reading'

/**
 * Writes the noted readings of keys and people to the activity log before the service stops; otherwise they wait for
 * their minute to end.
 */
export function writeNotedReadings(): Promise<void> {
  return writeReadings()
}

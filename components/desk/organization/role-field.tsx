import { DESK_ROLES, type DeskRole } from '@/lib/domain/desk/role'
import { deskText } from '@/lib/i18n/desk/text'

/** Chooses a role, each with what it may do. */
export function RoleField({ role }: { role: DeskRole }) {
  return (
    <fieldset className="field desk-roles">
      <legend>{deskText('people.role')}</legend>
      {DESK_ROLES.map((one) => (
        <label key={one}>
          <input type="radio" name="role" value={one} defaultChecked={one === role} required />
          <span>
            {deskText(`desk.role.${one}`)} <small>{deskText(`people.may.${one}`)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

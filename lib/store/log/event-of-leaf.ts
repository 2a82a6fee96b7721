/** The second that a sealed leaf was published with, as `l.second` of a subquery that calls `log_leaves` `l`. */
export const SECOND = `('x' || encode(substring(l.leaf FROM 18 FOR 8), 'hex'))::bit(64)::bigint AS second`

/**
 * Joins `e`, the event that a sealed leaf `l` is of, by the second that was published: none has a leaf more than it makes, so a
 * column that names another certificate finds no place that is free. A change has a leaf for each certificate that it touches,
 * two at least.
 */
export const OF_ITS_EVENT = `LEFT JOIN events e ON l.kind = 'event' AND e.chain_id = l.subject AND e.sequence = l.place
    AND e.chain = 'lineage' AND floor(extract(epoch FROM e.at))::bigint = l.second
    AND l.part < CASE e.type WHEN 'issued' THEN 1 WHEN 'erased' THEN greatest(2, (
      SELECT count(*) FROM events o WHERE o.chain_id = e.chain_id AND o.type IN ('issued', 'corrected'))) ELSE 2 END`

// The health check of the images: whether the process on this container's port is alive.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT}/api/health/live`).catch(() => null)
process.exitCode = answer?.ok ? 0 : 1

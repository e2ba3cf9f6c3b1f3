/// Returns whether a condition becomes true within a minute.
func eventually(_ condition: () async throws -> Bool) async throws -> Bool {
  let deadline = ContinuousClock.now + .seconds(60)
  while .now < deadline {
    if try await condition() { return true }
    try await Task.sleep(for: .milliseconds(5))
  }
  return false
}

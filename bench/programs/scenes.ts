export async function measureScenes(_json: boolean): Promise<void> {}

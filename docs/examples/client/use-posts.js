import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const url = 'https://api.example.com/v1/posts'

export function usePosts() {
  return useQuery({
    queryKey: ['posts'],
    queryFn: async () => (await fetch(url)).json(),
  })
}

export function useAddPost() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (post) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(post),
      })
      if (!response.ok) throw new Error(`Not saved: ${response.status}`)
      return await response.json()
    },
    onSuccess: (post) => client.setQueryData(['posts'], (posts = []) => [...posts, post]),
  })
}
